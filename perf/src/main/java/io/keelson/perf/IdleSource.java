package io.keelson.perf;

import java.io.PrintWriter;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/** Methods that sources of idle connections have in common. */
abstract class IdleSource implements CommonDataSource {
    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // It writes nothing.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // It waits for nothing.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(IdleSource.class.getName());
    }
}
