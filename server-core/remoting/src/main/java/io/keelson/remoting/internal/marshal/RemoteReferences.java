package io.keelson.remoting.internal.marshal;

import java.io.IOException;

/** Remote objects in messages: what stands for them, and what they become. */
public interface RemoteReferences {
    /** Returns whether this object travels as a reference. */
    boolean isRemote(Object object);

    /** The reference to an object, which is exported where it was not. */
    RemoteReference reference(Object object) throws IOException;

    /**
     * The object itself where it is of this process, else a stub.
     *
     * @param loader where its interfaces are found
     */
    Object object(RemoteReference reference, ClassLoader loader) throws IOException;
}
