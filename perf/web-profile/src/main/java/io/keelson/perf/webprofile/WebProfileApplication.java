package io.keelson.perf.webprofile;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Puts the resources at the context root. */
@ApplicationPath("/")
public class WebProfileApplication extends Application {}
