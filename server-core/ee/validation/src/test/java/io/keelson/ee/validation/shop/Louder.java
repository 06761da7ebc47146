package io.keelson.ee.validation.shop;

import org.hibernate.validator.HibernateValidator;

/** A provider of an application that is the server's by another name. */
public class Louder extends HibernateValidator {}
