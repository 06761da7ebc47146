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
 * (Jakarta EE Platform 11, 5.2.2). Nobody changes anything here (5.3.4); the server does, in the trees.
 */
final class JavaSpace implements Space {
    private final Map<String, NameTree> trees;

    JavaSpace(Map<String, NameTree> trees) {
        this.trees = new TreeMap<>(trees);
    }

    private NameTree tree(Path path) throws NamingException {
        NameTree tree = trees.get(path.part(0));
        if (tree == null) {
            NameNotFoundException e = new NameNotFoundException(
                    fullName(path) + " is not bound; java: has " + String.join(", ", trees.keySet()));
            e.setRemainingName(path.name());
            throw e;
        }
        return tree;
    }

    @Override
    public Found find(Path path) throws NamingException {
        return path.isRoot() ? Found.CONTEXT : tree(path).find(path.from(1));
    }

    @Override
    public List<Listed> list(Path path) throws NamingException {
        if (!path.isRoot()) {
            return tree(path).list(path.from(1));
        }
        List<Listed> all = new ArrayList<>();
        trees.keySet().forEach(name -> all.add(new Listed(name, null, Context.class.getName())));
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
