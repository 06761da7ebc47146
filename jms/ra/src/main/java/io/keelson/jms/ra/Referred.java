package io.keelson.jms.ra;

import jakarta.resource.Referenceable;
import java.io.Serializable;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/** An object that a container binds to a name by a reference, which the container has made. Thread-safe. */
abstract class Referred implements Referenceable, Serializable {
    private static final long serialVersionUID = 1L;

    private volatile @Nullable Reference reference;

    @Override
    public final void setReference(Reference to) {
        reference = to;
    }

    @Override
    public final Reference getReference() throws NamingException {
        Reference known = reference;
        if (known == null) {
            throw new NamingException("the container has set no reference to the " + this);
        }
        return known;
    }
}
