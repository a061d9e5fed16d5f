package com.example.reader;

public class Größe {}
