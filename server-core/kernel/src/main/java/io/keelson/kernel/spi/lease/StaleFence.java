package io.keelson.kernel.spi.lease;

import javax.naming.NamingException;

/** Something was to be done under a lease that its owner no longer has. The message says which, and which epoch is known. */
public final class StaleFence extends NamingException {
    private static final long serialVersionUID = 1L;

    public StaleFence(String message) {
        super(message);
    }
}
