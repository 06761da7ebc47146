package io.keelson.ejb.plain;

/** An application exception by descriptor. */
public class Mild extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
