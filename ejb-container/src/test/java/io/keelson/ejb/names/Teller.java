package io.keelson.ejb.names;

import jakarta.ejb.Local;

/** Tells what names mean. */
@Local
public interface Teller {
    String tell();

    String chain(String next);
}
