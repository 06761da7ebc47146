package io.keelson.ejb.strict;

import jakarta.ejb.Remote;

/** A remote interface. */
@Remote
public interface Remotely {
    /** Changes the first of the words and returns them all, which the bean keeps. */
    String[] change(String[] words);

    /** Returns the first of the words that it keeps. */
    String kept();

    /** Takes what cannot be copied. */
    void take(Object any);

    /** Asks the context for what is null. */
    String nothing();
}
