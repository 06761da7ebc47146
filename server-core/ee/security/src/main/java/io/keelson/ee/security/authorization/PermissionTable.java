package io.keelson.ee.security.authorization;

import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyContextException;
import java.security.Permission;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The permissions of a policy context. Thread-safe: its own lock guards the changes of the state, and the collections are safe for
 * readers beside a writer. A link to another context has no effect, since the server maps roles at deployment and not by context.
 *
 * <p>Specification: Authorization 3.0, 3.1.1 Policy Contexts and Policy Context Identifiers.
 */
final class PermissionTable implements PolicyConfiguration {
    private final String context;
    private final Map<String, PermissionCollection> byRole = new ConcurrentHashMap<>();
    private volatile Permissions unchecked = new Permissions();
    private volatile Permissions excluded = new Permissions();
    private volatile State state = State.OPEN;

    private enum State {
        OPEN,
        IN_SERVICE,
        DELETED
    }

    /** Makes an open one without permissions. */
    PermissionTable(String context) {
        this.context = context;
    }

    /** Opens it for changes; nobody gets a permission from it until it is committed again. */
    synchronized void open(boolean remove) {
        if (remove || state == State.DELETED) {
            clear();
        }
        state = State.OPEN;
    }

    private void clear() {
        byRole.clear();
        unchecked = new Permissions();
        excluded = new Permissions();
    }

    private void change() {
        if (state != State.OPEN) {
            throw new UnsupportedOperationException("the policy context " + context
                    + " is not open; ask the PolicyConfigurationFactory for it with its identifier and a flag");
        }
    }

    @Override
    public String getContextID() {
        if (state == State.DELETED) {
            throw new UnsupportedOperationException("the policy context " + context + " has been deleted");
        }
        return context;
    }

    @Override
    public synchronized void addToRole(String role, Permission permission) {
        change();
        byRole.computeIfAbsent(role, name -> new Permissions()).add(permission);
    }

    @Override
    public synchronized void addToUncheckedPolicy(Permission permission) {
        change();
        unchecked.add(permission);
    }

    @Override
    public synchronized void addToExcludedPolicy(Permission permission) {
        change();
        excluded.add(permission);
    }

    @Override
    public Map<String, PermissionCollection> getPerRolePermissions() {
        return Collections.unmodifiableMap(byRole);
    }

    @Override
    public PermissionCollection getUncheckedPermissions() {
        return unchecked;
    }

    @Override
    public PermissionCollection getExcludedPermissions() {
        return excluded;
    }

    @Override
    public synchronized void removeRole(String role) {
        change();
        if (role.equals("*") && !byRole.containsKey("*")) {
            byRole.clear();
        } else {
            byRole.remove(role);
        }
    }

    @Override
    public synchronized void removeUncheckedPolicy() {
        change();
        unchecked = new Permissions();
    }

    @Override
    public synchronized void removeExcludedPolicy() {
        change();
        excluded = new Permissions();
    }

    @Override
    public synchronized void linkConfiguration(PolicyConfiguration link) throws PolicyContextException {
        change();
        if (link == this || context.equals(link.getContextID())) {
            throw new IllegalArgumentException("the policy context " + context + " cannot be linked to itself");
        }
    }

    @Override
    public synchronized void delete() {
        clear();
        state = State.DELETED;
    }

    @Override
    public synchronized void commit() {
        if (state == State.DELETED) {
            throw new UnsupportedOperationException("the policy context " + context + " has been deleted");
        }
        state = State.IN_SERVICE;
    }

    @Override
    public boolean inService() {
        return state == State.IN_SERVICE;
    }
}
