package com.appsflyer;

public class Tracker {
  public void start(String key) {}
}
