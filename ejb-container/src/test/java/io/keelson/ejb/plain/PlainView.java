package io.keelson.ejb.plain;

/** The business interface of a bean without annotations. */
public interface PlainView {
    String call();

    String forbidden();

    String fail();
}
