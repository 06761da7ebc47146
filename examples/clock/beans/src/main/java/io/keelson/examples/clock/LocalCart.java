package io.keelson.examples.clock;

/** The cart for callers on its server. */
public interface LocalCart {
    /** Puts one more into it and returns how many there are. */
    int add();

    /** Returns the process that has the cart. */
    String server();
}
