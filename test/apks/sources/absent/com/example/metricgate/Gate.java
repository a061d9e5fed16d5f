package com.example.metricgate; public class Gate {}
