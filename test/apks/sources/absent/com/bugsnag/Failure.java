package com.bugsnag; public class Failure extends RuntimeException {}
