package com.example.signalloft; public class Result {}
