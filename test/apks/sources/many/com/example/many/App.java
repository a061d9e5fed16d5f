package com.example.many; public class App { a.b.a hidden; }
