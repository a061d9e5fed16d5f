package com.example.bannercast; public class OnlyALocal { public static OnlyALocal last; }
