package com.batch.android; public class Batch {}
