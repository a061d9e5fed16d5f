package com.google.firebase.crashlytics; public class Crash { static class Report {} }
