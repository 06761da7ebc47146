package io.keelson.conformance.cdi;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.spi.Context;
import jakarta.enterprise.inject.spi.CDI;
import java.lang.reflect.Method;
import org.jboss.cdi.tck.spi.Contexts;

/** Activates and ends contexts by the public methods of Weld's contexts. Applications do not see their types. */
public final class WeldContexts implements Contexts<Context> {
    @Override
    public void setActive(Context context) {
        call(context, "activate");
    }

    @Override
    public void setInactive(Context context) {
        call(context, "deactivate");
    }

    @Override
    public Context getRequestContext() {
        return CDI.current().getBeanManager().getContext(RequestScoped.class);
    }

    @Override
    public Context getDependentContext() {
        return CDI.current().getBeanManager().getContext(Dependent.class);
    }

    @Override
    public void destroyContext(Context context) {
        call(context, "invalidate");
        call(context, "deactivate");
        call(context, "activate");
    }

    private static void call(Context context, String method) {
        try {
            Object unwrapped = Class.forName(
                            "org.jboss.weld.util.ForwardingContext",
                            true,
                            context.getClass().getClassLoader())
                    .getMethod("unwrap", Context.class)
                    .invoke(null, context);
            Method found = unwrapped.getClass().getMethod(method);
            found.setAccessible(true);
            found.invoke(unwrapped);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot " + method + " " + context, e);
        }
    }
}
