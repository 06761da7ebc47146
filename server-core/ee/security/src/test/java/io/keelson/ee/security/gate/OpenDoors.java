package io.keelson.ee.security.gate;

import jakarta.security.jacc.EJBMethodPermission;
import jakarta.security.jacc.EJBRoleRefPermission;
import jakarta.security.jacc.Policy;
import jakarta.security.jacc.WebResourcePermission;
import jakarta.security.jacc.WebRoleRefPermission;
import java.security.Permission;
import java.security.PermissionCollection;
import javax.security.auth.Subject;

/** Lets everybody through doors that are open, nobody through those that are shut, and each caller be a visitor. */
public class OpenDoors implements Policy {
    private final Policy wrapped;

    /** Wraps a policy. */
    public OpenDoors(Policy wrapped) {
        this.wrapped = wrapped;
    }

    @Override
    public boolean implies(Permission asked, Subject subject) {
        if (asked instanceof WebResourcePermission && asked.getName().endsWith("/open")) {
            return true;
        }
        if (asked instanceof WebResourcePermission && asked.getName().endsWith("/shut")) {
            return false;
        }
        if (asked instanceof WebResourcePermission && asked.getName().endsWith("/broken")) {
            throw new IllegalStateException("broken");
        }
        if (asked instanceof WebRoleRefPermission && asked.getActions().equals("visitor")) {
            return true;
        }
        if (asked instanceof EJBMethodPermission && asked.getActions().startsWith("burn,")) {
            return true;
        }
        if (asked instanceof EJBRoleRefPermission && asked.getActions().equals("visitor")) {
            return true;
        }
        return wrapped.implies(asked, subject);
    }

    @Override
    public boolean isUnchecked(Permission asked) {
        return wrapped.isUnchecked(asked);
    }

    @Override
    public boolean impliesByRole(Permission asked, Subject subject) {
        return wrapped.impliesByRole(asked, subject);
    }

    @Override
    public PermissionCollection getPermissionCollection(Subject subject) {
        return wrapped.getPermissionCollection(subject);
    }
}
