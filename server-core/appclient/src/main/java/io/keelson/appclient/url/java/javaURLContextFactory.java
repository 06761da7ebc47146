package io.keelson.appclient.url.java;

import io.keelson.appclient.ClientContextFactory;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/** Gives the client's own names to whoever made an initial context by another factory. JNDI wants the class to have this name. */
public final class javaURLContextFactory implements ObjectFactory {
    /** Found by its name. */
    public javaURLContextFactory() {}

    @Override
    public Object getObjectInstance(
            @Nullable Object url, @Nullable Name name, @Nullable Context context, @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        Context names = ClientContextFactory.context();
        return url instanceof String text ? names.lookup(text) : names;
    }
}
