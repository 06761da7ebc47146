package io.keelson.examples.clock;

/** A cart that counts what is put into it. */
public interface Cart {
    /** Puts one more into it and returns how many there are. */
    int add();

    /** Returns the process that has the cart. */
    String server();

    /** Ends it. */
    void end();
}
