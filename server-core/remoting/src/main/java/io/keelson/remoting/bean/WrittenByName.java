package io.keelson.remoting.bean;

import java.io.ObjectStreamException;
import java.io.Serializable;

/** A reference that streams of Java have as its name. Proxies of references implement it beside their interface. */
public interface WrittenByName extends Serializable {
    /** Returns what stands for it in a stream. */
    Object writeReplace() throws ObjectStreamException;
}
