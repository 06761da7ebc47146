package io.keelson.kernel.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code java:} names of a component: {@code comp}, {@code module}, {@code app} and {@code global}, each a tree of its own
 * (Jakarta EE Platform 11, 5.2.2), and other names by which applications define resources on other servers. Nobody changes anything here (5.3.4); the server does, in the trees.
 */
final class JavaSpace implements Space {
    private final Map<String, NameTree> trees;
    private final NameTree others;

    /**
     * Makes the names of a component.
     *
     * @param trees by the first part of their names
     * @param others what applications have defined by other names, as {@code java:jboss/datasources/orders}
     */
    JavaSpace(Map<String, NameTree> trees, NameTree others) {
        this.trees = new TreeMap<>(trees);
        this.others = others;
    }

    private NameNotFoundException missing(Path path) {
        NameNotFoundException e = new NameNotFoundException(
                fullName(path) + " is not bound; java: has " + String.join(", ", trees.keySet()));
        e.setRemainingName(path.name());
        return e;
    }

    @Override
    public Found find(Path path) throws NamingException {
        if (path.isRoot()) {
            return Found.CONTEXT;
        }
        NameTree tree = trees.get(path.part(0));
        if (tree != null) {
            return tree.find(path.from(1));
        }
        try {
            return others.find(path);
        } catch (NameNotFoundException e) {
            throw missing(path);
        }
    }

    @Override
    public List<Listed> list(Path path) throws NamingException {
        if (!path.isRoot()) {
            NameTree tree = trees.get(path.part(0));
            return tree == null ? others.list(path) : tree.list(path.from(1));
        }
        List<Listed> all = new ArrayList<>();
        trees.keySet().forEach(name -> all.add(new Listed(name, null, Context.class.getName())));
        all.addAll(others.list(path));
        return all;
    }

    private NamingException readOnly(Path path) {
        return new OperationNotSupportedException(
                fullName(path)
                        + " cannot be changed: applications read the java: names and bind none; bind a name without a scheme instead");
    }

    @Override
    public void bind(Path path, Object value, Change change) throws NamingException {
        throw readOnly(path);
    }

    @Override
    public void unbind(Path path, NameOwner owner) throws NamingException {
        throw readOnly(path);
    }

    @Override
    public void rename(Path from, Path to, NameOwner owner) throws NamingException {
        throw readOnly(from);
    }

    @Override
    public void createSubcontext(Path path, NameOwner owner) throws NamingException {
        throw readOnly(path);
    }

    @Override
    public void destroySubcontext(Path path, NameOwner owner) throws NamingException {
        throw readOnly(path);
    }

    @Override
    public @Nullable NameEvents events() {
        return null;
    }

    @Override
    public String fullName(Path path) {
        return "java:" + path;
    }
}
