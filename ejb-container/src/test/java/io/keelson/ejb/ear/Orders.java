package io.keelson.ejb.ear;

import jakarta.ejb.Remote;

/** A remote business interface in a shared library. */
@Remote
public interface Orders {
    String order(String thing);
}
