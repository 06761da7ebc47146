package io.keelson.kernel.naming;

import java.util.Hashtable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.OperationNotSupportedException;
import javax.naming.event.EventContext;
import javax.naming.event.NamingListener;
import javax.naming.spi.NamingManager;
import org.jspecify.annotations.Nullable;

/**
 * Context that {@code new InitialContext()} gives: {@code java:} names of the component that asks, and the server tree for names without a
 * scheme. Every other scheme is refused but those that the domain allows: a name that comes from outside must not decide which server is
 * asked. The component that asks is found at each call; a thread that belongs to no application uses the one in which the context was made.
 * A context for injection always uses the latter.
 */
final class InitialNames extends NameContext implements EventContext {
    /** Form of a scheme (RFC 3986). */
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);

    private final Naming naming;
    private final @Nullable ComponentNames component;
    private final boolean all;

    /**
     * Makes it.
     *
     * @param component that of threads that belong to none, and of injection; null: there is none
     * @param all true if {@code java:} names are found that the component's code does not see; without a component {@code java:global}
     */
    InitialNames(
            Naming naming, @Nullable ComponentNames component, @Nullable Hashtable<?, ?> environment, boolean all) {
        super(environment);
        this.all = all;
        this.naming = naming;
        this.component = component;
    }

    /** Context to which a name leads, and the rest of the name within it. */
    private record Target(Context context, Name rest) {}

    private Target target(Name name) throws NamingException {
        if (!name.isEmpty()) {
            Matcher scheme = SCHEME.matcher(name.get(0));
            if (scheme.matches()) {
                return target(scheme.group(1).toLowerCase(Locale.ROOT), scheme.group(2), name);
            }
        }
        return new Target(naming.context(component(), getEnvironment(), all), name);
    }

    private Target target(String scheme, String first, Name name) throws NamingException {
        if (scheme.equals("java")) {
            Name rest = name.getSuffix(1);
            return new Target(java(name), first.isEmpty() ? rest : rest.add(0, first));
        }
        if (!naming.allows(scheme)) {
            naming.refusedScheme(scheme);
            throw new NoPermissionException("names of the scheme " + TrustedFactories.printable(scheme)
                    + ": are not looked up; the domain allows others than java: in naming.url-schemes");
        }
        Context context = NamingManager.getURLContext(scheme, getEnvironment());
        if (context == null) {
            throw new NamingException("this Java knows no names of the scheme " + scheme + ":");
        }
        // a URL context of the JDK takes the whole URL as the one component of a name
        return new Target(context, new CompositeName().add(name.toString()));
    }

    private Context java(Name name) throws NamingException {
        ComponentNames names = component();
        if (names == null && all) {
            return naming.sharedNames(getEnvironment());
        }
        if (names == null) {
            throw new NameNotFoundException(
                    name + " is not bound: java: names belong to an application, and neither this"
                            + " thread nor its context class loader does");
        }
        return names.context(getEnvironment(), all);
    }

    private @Nullable ComponentNames component() {
        if (all && component != null) {
            return component; // injection is for a class of that component, whoever calls
        }
        ComponentNames calling = JvmNames.component();
        return calling == null ? component : calling;
    }

    // ---- the operations --------------------------------------------------------------------------------------------

    @Override
    public Object lookup(Name name) throws NamingException {
        if (name.isEmpty()) {
            return new InitialNames(naming, component, getEnvironment(), all);
        }
        Object object = naming.ofHandle(name.toString());
        if (object != null) {
            return object;
        }
        Target target = target(name);
        try {
            return target.context().lookup(target.rest());
        } catch (NameNotFoundException e) {
            return translated(name, e, false);
        }
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        if (name.isEmpty()) {
            return lookup(name);
        }
        Target target = target(name);
        try {
            return target.context().lookupLink(target.rest());
        } catch (NameNotFoundException e) {
            return translated(name, e, true);
        }
    }

    /** Finds what a name of another server means here; throws what the lookup has thrown where that is nothing. */
    private Object translated(Name name, NameNotFoundException missing, boolean link) throws NamingException {
        String asked = name.toString();
        Matcher scheme = SCHEME.matcher(name.get(0));
        for (String meant : OtherServersNames.meant(asked, scheme.matches() ? scheme.group(1) : null)) {
            Target target;
            try {
                target = target(Path.parse(meant).name());
                target.context().lookupLink(target.rest());
            } catch (NameNotFoundException e) {
                continue;
            }
            if (!naming.translates()) {
                naming.notTranslated(asked, meant, naming.callingOwner(component));
                break;
            }
            naming.translated(asked, meant, naming.callingOwner(component));
            return found(target, link);
        }
        StandIns.StandIn standIn = naming.standIns().of(asked);
        String standard = standIn == null ? null : standIn.name();
        Object value = standIn == null ? null : standIn.value();
        if (standard != null) {
            try {
                value = found(target(Path.parse(standard).name()), link);
            } catch (NameNotFoundException absent) {
                throw missing; // this server has no default of the type
            }
        }
        if (value == null) {
            throw missing;
        }
        naming.standIns().served(asked);
        return value;
    }

    private static Object found(Target target, boolean link) throws NamingException {
        return link
                ? target.context().lookupLink(target.rest())
                : target.context().lookup(target.rest());
    }

    @Override
    public void bind(Name name, Object value) throws NamingException {
        Target target = target(name);
        target.context().bind(target.rest(), value);
    }

    @Override
    public void rebind(Name name, Object value) throws NamingException {
        Target target = target(name);
        target.context().rebind(target.rest(), value);
    }

    @Override
    public void unbind(Name name) throws NamingException {
        Target target = target(name);
        target.context().unbind(target.rest());
    }

    @Override
    public void rename(Name from, Name to) throws NamingException {
        Target source = target(from);
        Target end = target(to);
        if (!source.context().getNameInNamespace().equals(end.context().getNameInNamespace())) {
            throw new OperationNotSupportedException(
                    from + " cannot be renamed to " + to + ", which is another tree's");
        }
        source.context().rename(source.rest(), end.rest());
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        Target target = target(name);
        return target.context().list(target.rest());
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        Target target = target(name);
        return target.context().listBindings(target.rest());
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        Target target = target(name);
        return target.context().createSubcontext(target.rest());
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        Target target = target(name);
        target.context().destroySubcontext(target.rest());
    }

    @Override
    public String getNameInNamespace() {
        return "";
    }

    @Override
    public void addNamingListener(Name name, int scope, NamingListener listener) throws NamingException {
        Target target = target(name);
        if (!(target.context() instanceof EventContext events)) {
            throw new OperationNotSupportedException(name + " has no events");
        }
        events.addNamingListener(target.rest(), scope, listener);
    }

    @Override
    public void addNamingListener(String name, int scope, NamingListener listener) throws NamingException {
        addNamingListener(Path.parse(name).name(), scope, listener);
    }

    @Override
    public void removeNamingListener(NamingListener listener) throws NamingException {
        naming.events().remove(listener);
    }

    @Override
    public boolean targetMustExist() {
        return false;
    }

    /** Nothing is held. Listeners stay until they are removed, or their application goes. */
    @Override
    public void close() {}
}
