package io.keelson.kernel.naming;

import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Somewhere that names are looked up and bound; {@link TreeContext} shows it as JNDI has it. Thread-safe. */
interface Space {
    /**
     * Returns the value at a path, or at the longest beginning of it that is bound. A value may be a context of another provider, which
     * knows the rest of the path.
     *
     * @throws javax.naming.NameNotFoundException when there is nothing
     */
    Found find(Path path) throws NamingException;

    /**
     * Returns the entries directly below a context, sorted by name.
     *
     * @throws javax.naming.NotContextException when the path leads to a value
     */
    List<Listed> list(Path path) throws NamingException;

    void bind(Path path, Object value, Change change) throws NamingException;

    void unbind(Path path, NameOwner owner) throws NamingException;

    void rename(Path from, Path to, NameOwner owner) throws NamingException;

    void createSubcontext(Path path, NameOwner owner) throws NamingException;

    void destroySubcontext(Path path, NameOwner owner) throws NamingException;

    /** Returns who hears of changes; null where nobody can. */
    @Nullable
    NameEvents events();

    /** The full name of a path, as {@code java:comp/env}. */
    String fullName(Path path);

    /**
     * Result of a search for a path.
     *
     * @param value what is bound; null: a context of this space
     * @param rest what follows of the path; empty for a context of this space
     */
    record Found(@Nullable Bound value, Path rest) {
        static final Found CONTEXT = new Found(null, Path.ROOT);
    }

    /**
     * An entry of a context.
     *
     * @param name its own name, one component
     * @param value what is bound; null: a context, or a value that is made when it is looked up
     * @param className the class of the value
     */
    record Listed(String name, @Nullable Object value, String className) {}

    /**
     * Terms of a change of a binding.
     *
     * @param owner on whose behalf
     * @param replace whether a value that is there is replaced
     * @param share whether the cluster may have it
     * @param parents whether contexts on the way are made
     */
    record Change(NameOwner owner, boolean replace, boolean share, boolean parents) {}
}
