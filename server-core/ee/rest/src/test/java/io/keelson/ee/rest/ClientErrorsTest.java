package io.keelson.ee.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.NotAuthorizedException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ClientErrorsTest {
    private final Logger logger = Logger.getLogger(ClientErrorsTest.class.getName());
    private final ClientErrors errors = new ClientErrors(logger);

    private boolean isLogged(Throwable thrown) {
        LogRecord said = new LogRecord(Level.SEVERE, "failed");
        said.setThrown(thrown);
        return errors.isLoggable(said);
    }

    @Test
    void whatClientsDoWrongIsLoggedForDebuggingOnly() {
        logger.setLevel(Level.INFO);
        assertThat(isLogged(new BadRequestException("no JSON"))).isFalse();
        assertThat(isLogged(new NotAuthorizedException("Basic"))).isFalse();
        logger.setLevel(Level.FINE);
        assertThat(isLogged(new BadRequestException("no JSON"))).isTrue();
    }

    @Test
    void whatTheServerDoesWrongIsLogged() {
        logger.setLevel(Level.INFO);
        assertThat(isLogged(new InternalServerErrorException("broken"))).isTrue();
        assertThat(isLogged(new IllegalStateException("broken"))).isTrue();
        assertThat(isLogged(null)).isTrue();
    }
}
