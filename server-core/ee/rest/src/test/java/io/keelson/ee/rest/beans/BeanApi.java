package io.keelson.ee.rest.beans;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The application of REST. */
@ApplicationPath("rest")
public class BeanApi extends Application {}
