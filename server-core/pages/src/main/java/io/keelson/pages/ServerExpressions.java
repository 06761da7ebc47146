package io.keelson.pages;

import io.keelson.deploy.spi.Contributor;
import jakarta.el.ELManager;
import java.util.Objects;

/**
 * The expressions of applications that use their API without pages. The part itself shows the implementation as a service, so nothing is
 * left to be done for a single application. Immutable.
 *
 * <p>Specification: Pages 4.0, 1.11 EL Elements.
 */
final class ServerExpressions implements Contributor {
    static final String NAME = "pages";

    ServerExpressions() {
        keep();
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Makes the API of expressions keep the server's implementation. It keeps the one that it finds first, by the context class loader, for
     * all applications. One that an application brings would be everybody's, and hold that application for good.
     */
    static void keep() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ServerExpressions.class.getClassLoader());
        try {
            Objects.requireNonNull(ELManager.getExpressionFactory());
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
