package org.example.shared

object Plain
