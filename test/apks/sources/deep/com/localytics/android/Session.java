package com.localytics.android; public class Session {}
