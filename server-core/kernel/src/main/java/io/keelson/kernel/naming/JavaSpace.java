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
 * (Jakarta EE Platform 11, 5.2.2), and other names by which applications define resources on other servers. Nobody changes anything here
 * (5.3.4); the server does, in the trees.
 */
final class JavaSpace implements Space {
    private static final String COMP = "comp";

    private final Map<String, NameTree> trees;
    private final NameTree others;

    /** Goes before the tree {@code comp}; null: nothing does. */
    private final @Nullable NameTree component;

    /** Limits what is seen; null: nothing does. */
    private final @Nullable Sight sight;

    /**
     * Makes the names of a component.
     *
     * @param trees by the first part of their names
     * @param component names of the component alone, which go before those of {@code comp}; null: it has none
     * @param others what applications have defined by other names, as {@code java:jboss/datasources/orders}
     * @param sight limits what is seen; null: nothing does
     */
    JavaSpace(Map<String, NameTree> trees, @Nullable NameTree component, NameTree others, @Nullable Sight sight) {
        this.sight = sight;
        this.component = component;
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
        String refusal = sight == null ? null : sight.refusal(path);
        if (refusal != null) {
            NameNotFoundException e = new NameNotFoundException(fullName(path) + " is not bound here: " + refusal);
            e.setRemainingName(path.name());
            throw e;
        }
        NameTree tree = trees.get(path.part(0));
        if (tree != null) {
            return component != null && path.part(0).equals(COMP)
                    ? layered(component, tree, path.from(1))
                    : tree.find(path.from(1));
        }
        try {
            return others.find(path);
        } catch (NameNotFoundException e) {
            throw missing(path);
        }
    }

    private static Found layered(NameTree upper, NameTree lower, Path path) throws NamingException {
        Found above;
        try {
            above = upper.find(path);
        } catch (NameNotFoundException e) {
            return lower.find(path);
        }
        if (above.value() == null) {
            try {
                return lower.find(path);
            } catch (NameNotFoundException e) {
                return above; // a context of the component alone
            }
        }
        return above;
    }

    private static List<Listed> listed(NameTree upper, NameTree lower, Path path) throws NamingException {
        Map<String, Listed> all = new TreeMap<>();
        NameNotFoundException missing = null;
        try {
            lower.list(path).forEach(each -> all.put(each.name(), each));
        } catch (NameNotFoundException e) {
            missing = e;
        }
        try {
            upper.list(path).forEach(each -> all.put(each.name(), each));
        } catch (NameNotFoundException e) {
            if (missing != null) {
                throw missing;
            }
        }
        return new ArrayList<>(all.values());
    }

    @Override
    public List<Listed> list(Path path) throws NamingException {
        if (!path.isRoot()) {
            NameTree tree = trees.get(path.part(0));
            if (tree == null) {
                return others.list(path);
            }
            List<Listed> all = component != null && path.part(0).equals(COMP)
                    ? listed(component, tree, path.from(1))
                    : tree.list(path.from(1));
            return sight == null
                    ? all
                    : all.stream()
                            .filter(each -> sight.refusal(path.plus(each.name())) == null)
                            .toList();
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
