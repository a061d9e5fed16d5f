package com.facebook.ads; public class OnlyAnInstruction {}
