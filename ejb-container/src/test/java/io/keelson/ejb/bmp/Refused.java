package io.keelson.ejb.bmp;

/** An application exception. */
public class Refused extends Exception {
    private static final long serialVersionUID = 1L;
}
