package io.keelson.client;

/** A value of a name that works through the connections of the client which looked it up: a lookup gives what it becomes there. */
public interface ClientBound {
    /** Returns the object that the lookup gives. */
    Object bound(ClientStreams streams);
}
