package io.keelson.ejb.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The views by which clients call a session bean.
 *
 * @param noInterface true if the bean class itself is a local view
 * @param local local business interfaces
 * @param remote remote business interfaces
 * @param homes 2.x component views, each with its home
 */
public record Views(boolean noInterface, List<Class<?>> local, List<Class<?>> remote, List<Home> homes) {
    public Views {
        local = List.copyOf(local);
        remote = List.copyOf(remote);
        homes = List.copyOf(homes);
    }

    /**
     * A 2.x view.
     *
     * @param home the home interface
     * @param component the component interface that its create methods return
     * @param remote true for {@code EJBHome} and {@code EJBObject}
     */
    public record Home(Class<?> home, Class<?> component, boolean remote) {}

    /** Returns every interface or class of which a client may hold a reference, homes included. */
    public List<Class<?>> all(Class<?> beanClass) {
        List<Class<?>> all = new ArrayList<>();
        if (noInterface) {
            all.add(beanClass);
        }
        all.addAll(local);
        all.addAll(remote);
        homes.forEach(home -> all.add(home.home()));
        return all;
    }
}
