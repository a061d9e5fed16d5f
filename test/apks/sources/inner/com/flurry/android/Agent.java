package com.flurry.android; public class Agent {}
