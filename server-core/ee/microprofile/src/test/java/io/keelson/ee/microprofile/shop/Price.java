package io.keelson.ee.microprofile.shop;

/** A price, as JSON. */
public record Price(String name, int cents) {}
