package com.example.tallyforge.sdk;

public final class Forge {
  public enum Level { LOW, HIGH }
}
