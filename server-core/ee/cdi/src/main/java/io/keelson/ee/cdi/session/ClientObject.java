package io.keelson.ee.cdi.session;

import io.keelson.component.spi.SessionBean;
import jakarta.enterprise.inject.CreationException;
import java.util.HashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jboss.weld.ejb.api.SessionObjectReference;
import org.jspecify.annotations.Nullable;

/**
 * A session object that a bean of CDI stands for. Where it is read again, as from a session of another server, it looks up the bean; a
 * stateful one is gone then.
 * Thread-safe.
 */
public final class ClientObject implements SessionObjectReference {
    private static final long serialVersionUID = 1L;

    /** By the name of a view: the name to look up. */
    private final HashMap<String, String> names;

    private final boolean stateful;
    private final transient SessionBean.@Nullable SessionObject object;

    ClientObject(SessionBean bean) {
        this.object = bean.object();
        this.stateful = bean.kind() == SessionBean.Kind.STATEFUL;
        this.names = new HashMap<>();
        bean.localViews().forEach(view -> names.put(view.getName(), bean.lookupName(view)));
        bean.remoteViews().forEach(view -> names.put(view.getName(), bean.lookupName(view)));
    }

    @Override
    public <S> S getBusinessObject(Class<S> view) {
        if (object != null) {
            return object.reference(view);
        }
        String name = names.get(view.getName());
        if (name == null || stateful) {
            throw new CreationException("the session bean " + names.values() + " is gone");
        }
        try {
            return view.cast(new InitialContext().lookup(name));
        } catch (NamingException e) {
            throw new CreationException("the session bean " + name + " is not there: " + e.getMessage(), e);
        }
    }

    @Override
    public void remove() {
        if (object != null) {
            object.remove();
        }
    }

    @Override
    public boolean isRemoved() {
        return object == null ? stateful : object.removed();
    }
}
