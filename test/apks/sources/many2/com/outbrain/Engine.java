package com.outbrain; public class Engine {}
