package io.keelson.ee.microprofile.shop;

/** A value that a converter of the application makes. */
public record Colour(String name) {}
