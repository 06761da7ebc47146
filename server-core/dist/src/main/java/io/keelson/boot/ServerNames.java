package io.keelson.boot;

import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.kernel.naming.RemoteNames;
import io.keelson.remoting.spi.NamingEndpoint;
import io.keelson.remoting.spi.RemoteCaller;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * The server's tree of names, for clients of the native protocol.
 *
 * @param transactions what clients find as {@link RemoteTransactions#NAME}; null where the server has no transactions
 */
record ServerNames(RemoteNames names, @Nullable RemoteTransactions transactions) implements NamingEndpoint {
    @Override
    public @Nullable Object lookup(RemoteCaller caller, String name) throws NamingException {
        return transactions != null && name.equals(RemoteTransactions.NAME)
                ? transactions
                : names.lookup(name).value();
    }

    @Override
    public void bind(RemoteCaller caller, String name, @Nullable Object value) throws NamingException {
        names.bind(name, some(name, value), false);
    }

    @Override
    public void rebind(RemoteCaller caller, String name, @Nullable Object value) throws NamingException {
        names.bind(name, some(name, value), true);
    }

    private static Object some(String name, @Nullable Object value) throws NamingException {
        if (value == null) {
            throw new OperationNotSupportedException("null cannot be bound to '" + name + "'");
        }
        return value;
    }

    @Override
    public void unbind(RemoteCaller caller, String name) throws NamingException {
        names.unbind(name);
    }

    @Override
    public void rename(RemoteCaller caller, String from, String to) throws NamingException {
        names.rename(from, to);
    }

    @Override
    public List<Entry> list(RemoteCaller caller, String name) throws NamingException {
        return names.list(name).stream()
                .map(entry -> new Entry(entry.name(), entry.className(), entry.context()))
                .toList();
    }

    @Override
    public void createSubcontext(RemoteCaller caller, String name) throws NamingException {
        names.createSubcontext(name);
    }

    @Override
    public void destroySubcontext(RemoteCaller caller, String name) throws NamingException {
        names.destroySubcontext(name);
    }
}
