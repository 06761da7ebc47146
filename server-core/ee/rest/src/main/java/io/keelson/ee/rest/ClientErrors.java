package io.keelson.ee.rest;

import jakarta.ws.rs.ClientErrorException;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Keeps answers with 4xx out of the log: RESTEasy writes each of them as an error with its stack, so that whoever sends requests could
 * fill it. At the level DEBUG of its logger they are written. Immutable.
 */
final class ClientErrors implements Filter {
    /** Held, as the JVM forgets filters of loggers that nobody holds. */
    private static final Logger LOGGER = Logger.getLogger("org.jboss.resteasy.resteasy_jaxrs.i18n");

    private final Logger logger;

    ClientErrors(Logger logger) {
        this.logger = logger;
    }

    /** Sets it, unless somebody has set another filter. */
    static void filter() {
        if (LOGGER.getFilter() == null) {
            LOGGER.setFilter(new ClientErrors(LOGGER));
        }
    }

    @Override
    public boolean isLoggable(LogRecord said) {
        return !(said.getThrown() instanceof ClientErrorException) || logger.isLoggable(Level.FINE);
    }
}
