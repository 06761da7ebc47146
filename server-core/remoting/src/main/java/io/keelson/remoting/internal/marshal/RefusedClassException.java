package io.keelson.remoting.internal.marshal;

import java.io.InvalidClassException;

/** A message names a class that may not be read here. The message says what to do. */
public final class RefusedClassException extends InvalidClassException {
    private static final long serialVersionUID = 1;

    RefusedClassException(String name, String application, String reason) {
        super(name, "objects of this class are not read by " + application + ": " + reason);
    }
}
