package io.keelson.kernel.naming;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * Enumeration of the names that a context had when it was asked; later changes do not show. A value is looked up when its turn comes, so
 * that one that cannot be made does not hide the others. For one thread.
 */
final class Listing<T extends NameClassPair> implements NamingEnumeration<T> {
    private final Iterator<Space.Listed> rest;
    private final Making<T> making;
    private boolean closed;

    /** Makes an element. */
    interface Making<T> {
        T of(Space.Listed listed) throws NamingException;
    }

    Listing(List<Space.Listed> all, Making<T> making) {
        this.rest = all.iterator();
        this.making = making;
    }

    @Override
    public boolean hasMore() {
        return !closed && rest.hasNext();
    }

    @Override
    public T next() throws NamingException {
        if (!hasMore()) {
            throw new NoSuchElementException("there are no more names, or the enumeration was closed");
        }
        return making.of(rest.next());
    }

    @Override
    public boolean hasMoreElements() {
        return hasMore();
    }

    @Override
    public T nextElement() {
        try {
            return next();
        } catch (NamingException e) {
            NoSuchElementException none = new NoSuchElementException(String.valueOf(e.getMessage()));
            none.initCause(e);
            throw none;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
