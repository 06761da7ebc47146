package io.keelson.ee.iiop;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CosNaming.Binding;
import org.omg.CosNaming.BindingHolder;
import org.omg.CosNaming.BindingIterator;
import org.omg.CosNaming.BindingIteratorHelper;
import org.omg.CosNaming.BindingIteratorHolder;
import org.omg.CosNaming.BindingIteratorPOA;
import org.omg.CosNaming.BindingListHolder;
import org.omg.CosNaming.BindingType;
import org.omg.CosNaming.NameComponent;
import org.omg.CosNaming.NamingContext;
import org.omg.CosNaming.NamingContextExtHelper;
import org.omg.CosNaming.NamingContextExtPOA;
import org.omg.CosNaming.NamingContextExtPackage.InvalidAddress;
import org.omg.CosNaming.NamingContextPackage.InvalidName;
import org.omg.CosNaming.NamingContextPackage.NotFound;
import org.omg.CosNaming.NamingContextPackage.NotFoundReason;
import org.omg.PortableServer.POA;

/**
 * CosNaming over the names of views, for reading. One servant serves all contexts: the object's id is the path. Thread-safe.
 *
 * <p>Specification: CORBA Naming Service 1.3.
 */
final class NamingServant extends NamingContextExtPOA {
    static final String TYPE = NamingContextExtHelper.id();

    private final Supplier<NameTree> names;
    private final BiFunction<ServedView, String, org.omg.CORBA.Object> references;
    private final POA contexts;
    private final UnaryOperator<org.omg.CORBA.Object> addressed;
    private final Iterators iterators;

    NamingServant(
            Supplier<NameTree> names,
            BiFunction<ServedView, String, org.omg.CORBA.Object> references,
            POA contexts,
            POA iterators,
            UnaryOperator<org.omg.CORBA.Object> addressed) {
        this.names = names;
        this.references = references;
        this.contexts = contexts;
        this.addressed = addressed;
        this.iterators = new Iterators(iterators, addressed);
    }

    /** Returns the servant of the iterators. */
    Iterators iterators() {
        return iterators;
    }

    /** Returns the root as the broker knows it, without a client's address. */
    org.omg.CORBA.Object root() {
        return contexts.create_reference_with_id(new byte[0], TYPE);
    }

    private org.omg.CORBA.Object context(String path) {
        return addressed.apply(contexts.create_reference_with_id(path.getBytes(StandardCharsets.UTF_8), TYPE));
    }

    private String own() {
        return new String(_object_id(), StandardCharsets.UTF_8);
    }

    @Override
    public org.omg.CORBA.Object resolve(NameComponent[] name) throws NotFound, InvalidName {
        if (name.length == 0) {
            throw new InvalidName();
        }
        StringBuilder path = new StringBuilder(own());
        for (NameComponent each : name) {
            path.append(path.length() == 0 ? "" : "/").append(text(each));
        }
        NameTree tree = names.get();
        ServedView view = tree.find(path.toString());
        if (view != null) {
            return references.apply(view, "");
        }
        int instance = path.lastIndexOf("#");
        ServedView any = instance < 0 ? null : tree.any(path.substring(0, instance));
        if (any != null) {
            return references.apply(any, decoded(path.substring(instance + 1)));
        }
        if (tree.isContext(path.toString())) {
            return context(NameTree.plain(path.toString()));
        }
        throw new NotFound(NotFoundReason.missing_node, name);
    }

    /** The instance of a name that a handle has. */
    private static String decoded(String instance) throws InvalidName {
        try {
            return URLDecoder.decode(instance, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new InvalidName();
        }
    }

    /** A name of a class has dots, at which clients part id and kind. */
    private static String text(NameComponent component) {
        return component.kind.isEmpty() ? component.id : component.id + "." + component.kind;
    }

    @Override
    public org.omg.CORBA.Object resolve_str(String name) throws NotFound, InvalidName {
        return resolve(to_name(name));
    }

    /** Dots need no backslash here: only a slash parts a name. */
    @Override
    public NameComponent[] to_name(String name) throws InvalidName {
        List<NameComponent> components = new ArrayList<>();
        StringBuilder id = new StringBuilder();
        for (int i = 0; i <= name.length(); i++) {
            char c = i == name.length() ? '/' : name.charAt(i);
            if (c == '\\' && i + 1 < name.length()) {
                i++;
                id.append(name.charAt(i));
            } else if (c == '/') {
                if (id.length() == 0) {
                    throw new InvalidName();
                }
                components.add(new NameComponent(id.toString(), ""));
                id.setLength(0);
            } else {
                id.append(c);
            }
        }
        return components.toArray(NameComponent[]::new);
    }

    @Override
    public String to_string(NameComponent[] name) throws InvalidName {
        if (name.length == 0) {
            throw new InvalidName();
        }
        StringBuilder text = new StringBuilder();
        for (NameComponent each : name) {
            text.append(text.length() == 0 ? "" : "/").append(text(each).replaceAll("([\\\\/.])", "\\\\$1"));
        }
        return text.toString();
    }

    @Override
    public String to_url(String address, String name) throws InvalidAddress, InvalidName {
        if (address.isEmpty()) {
            throw new InvalidAddress();
        }
        return "corbaname:" + address + "#" + to_string(to_name(name));
    }

    @Override
    public void list(int most, BindingListHolder list, BindingIteratorHolder rest) {
        List<Binding> all = new ArrayList<>();
        names.get()
                .below(own())
                .forEach((name, context) -> all.add(new Binding(
                        new NameComponent[] {new NameComponent(name, "")},
                        context ? BindingType.ncontext : BindingType.nobject)));
        int n = most < 0 ? all.size() : Math.min(most, all.size()); // unsigned
        list.value = all.subList(0, n).toArray(Binding[]::new);
        rest.value = n == all.size() ? null : iterators.of(all.subList(n, all.size()));
    }

    private static NO_PERMISSION readOnly() {
        return new NO_PERMISSION("names are bound by deploying applications", 0, CompletionStatus.COMPLETED_NO);
    }

    @Override
    public void bind(NameComponent[] name, org.omg.CORBA.Object object) {
        throw readOnly();
    }

    @Override
    public void bind_context(NameComponent[] name, NamingContext context) {
        throw readOnly();
    }

    @Override
    public void rebind(NameComponent[] name, org.omg.CORBA.Object object) {
        throw readOnly();
    }

    @Override
    public void rebind_context(NameComponent[] name, NamingContext context) {
        throw readOnly();
    }

    @Override
    public void unbind(NameComponent[] name) {
        throw readOnly();
    }

    @Override
    public NamingContext new_context() {
        throw readOnly();
    }

    @Override
    public NamingContext bind_new_context(NameComponent[] name) {
        throw readOnly();
    }

    /** Does nothing: clients that close a context do not end it for others. */
    @Override
    public void destroy() {}

    /**
     * The rests of lists that clients have begun, by the object's id; the oldest goes where there are too many. Thread-safe by its lock.
     */
    static final class Iterators extends BindingIteratorPOA {
        private static final int MOST = 100;

        private final POA adapter;
        private final UnaryOperator<org.omg.CORBA.Object> addressed;
        private final Map<String, List<Binding>> rests = new LinkedHashMap<>();
        private long number;

        Iterators(POA adapter, UnaryOperator<org.omg.CORBA.Object> addressed) {
            this.adapter = adapter;
            this.addressed = addressed;
        }

        synchronized BindingIterator of(List<Binding> rest) {
            String id = Long.toString(++number);
            rests.put(id, new ArrayList<>(rest));
            if (rests.size() > MOST) {
                rests.remove(rests.keySet().iterator().next());
            }
            return Objects.requireNonNull(
                    BindingIteratorHelper.unchecked_narrow(addressed.apply(adapter.create_reference_with_id(
                            id.getBytes(StandardCharsets.UTF_8), BindingIteratorHelper.id()))));
        }

        private synchronized List<Binding> take(long most) {
            List<Binding> rest = rests.get(new String(_object_id(), StandardCharsets.UTF_8));
            if (rest == null) {
                throw new OBJECT_NOT_EXIST("the list is over", 0, CompletionStatus.COMPLETED_NO);
            }
            List<Binding> first = rest.subList(0, (int) Math.min(most, rest.size()));
            List<Binding> taken = new ArrayList<>(first);
            first.clear();
            return taken;
        }

        @Override
        public boolean next_one(BindingHolder next) {
            List<Binding> one = take(1);
            next.value = one.isEmpty() ? new Binding(new NameComponent[0], BindingType.nobject) : one.get(0);
            return !one.isEmpty();
        }

        @Override
        public boolean next_n(int most, BindingListHolder next) {
            List<Binding> some = take(most & 0xffff_ffffL);
            next.value = some.toArray(Binding[]::new);
            return !some.isEmpty();
        }

        @Override
        public synchronized void destroy() {
            rests.remove(new String(_object_id(), StandardCharsets.UTF_8));
        }
    }
}
