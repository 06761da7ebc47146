package guestbook;

import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;

/** Registers springSecurityFilterChain for all dispatcher types. */
public class SecurityFilter extends AbstractSecurityWebApplicationInitializer {}
