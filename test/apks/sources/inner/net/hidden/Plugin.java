package net.hidden; public class Plugin {}
