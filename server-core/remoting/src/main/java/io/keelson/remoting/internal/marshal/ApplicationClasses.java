package io.keelson.remoting.internal.marshal;

import java.io.Externalizable;
import java.io.IOException;
import java.io.Serializable;
import org.jboss.marshalling.AbstractClassResolver;
import org.jboss.marshalling.Unmarshaller;

/** Finds classes in an application's loader, once their names have been judged. Thread-safe. */
final class ApplicationClasses extends AbstractClassResolver {
    /** Handles and descriptions of beans, which are ours and which applications do not see. */
    private static final String OF_BEANS = "io.keelson.remoting.bean.";

    private final ClassLoader loader;
    private final AllowList allowed;

    ApplicationClasses(ClassLoader loader, AllowList allowed) {
        this.loader = loader;
        this.allowed = allowed;
    }

    @Override
    protected ClassLoader getClassLoader() {
        return loader;
    }

    @Override
    public Class<?> resolveClass(Unmarshaller unmarshaller, String name, long serialVersionUID)
            throws IOException, ClassNotFoundException {
        allowed.check(name);
        Class<?> found = name.startsWith(OF_BEANS)
                ? Class.forName(name, false, ApplicationClasses.class.getClassLoader())
                : super.resolveClass(unmarshaller, name, serialVersionUID);
        if (unmarshaller instanceof CarefulUnmarshaller careful
                && Serializable.class.isAssignableFrom(found)
                && !Externalizable.class.isAssignableFrom(found)
                && !found.isEnum()
                && !found.isArray()) {
            careful.fieldsFollow();
        }
        return found;
    }

    /** Stubs do not travel as proxies, and other proxies are links of attacks. */
    @Override
    public Class<?> resolveProxyClass(Unmarshaller unmarshaller, String[] interfaces) throws IOException {
        throw new RefusedClassException("java.lang.reflect.Proxy", "remoting", "dynamic proxies are never read");
    }
}
