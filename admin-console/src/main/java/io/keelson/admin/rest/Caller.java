package io.keelson.admin.rest;

import io.keelson.kernel.management.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * User of the management interface, or nobody. Immutable.
 *
 * @param name the user's name; {@code management} for who has the domain's token; empty for nobody
 * @param roles what they may do, none for nobody
 * @param via how they have shown who they are
 */
public record Caller(String name, Set<Role> roles, Via via) {
    /** The field with the name of the caller for whom a server of the domain asks another. */
    public static final String NAME_FIELD = "X-Keelson-Caller";

    /** The field with that caller's roles. */
    public static final String ROLES_FIELD = "X-Keelson-Roles";

    /** Ways in which callers show who they are. */
    public enum Via {
        /** Not at all. */
        NOTHING,
        /** With the token of the domain. */
        TOKEN,
        /** With name and password in the request itself. */
        BASIC,
        /** With the cookie of a session. */
        SESSION,
        /** With name and password at the beginning of a connection of JMX. */
        JMX,
        /** By another server of the domain, which knows. */
        SERVER
    }

    /** Nobody in particular. */
    public static final Caller NOBODY = new Caller("", Set.of(), Via.NOTHING);

    /** Caller with the domain's token, which is to say who has the machine. */
    public static final Caller MANAGEMENT = new Caller("management", EnumSet.allOf(Role.class), Via.TOKEN);

    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Returns whether this is somebody. */
    public boolean known() {
        return via != Via.NOTHING;
    }

    /** Returns whether the caller may do what needs that role. */
    public boolean may(Role least) {
        return Role.enough(roles, least);
    }

    /**
     * The header fields by which a server that hands a request on to another one of the domain, with the domain's token, says
     * for whom. They only ever take rights away.
     */
    public Map<String, String> handedOn() {
        return Map.of(NAME_FIELD, URLEncoder.encode(name, StandardCharsets.UTF_8), ROLES_FIELD, roleNames());
    }

    /** The roles in order, separated by commas. */
    public String roleNames() {
        return roles.stream().sorted().map(Role::text).collect(Collectors.joining(","));
    }
}
